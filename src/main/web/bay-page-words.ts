/** The words of a bay's own page. */
import { defineWords } from "#platform/web/words.ts";

export const bayPageWords = defineWords(
  {
    bay: (n: number) => `Bay ${n}`,
    jackpot: "The jackpot now: ",
    buys: (price: string, balls: number) =>
      `${price} buys ${balls} ${balls === 1 ? "ball" : "balls"}, ${balls * 2} minutes and three flags to hit.`,
    hit: "Hit the left or right flag for a sponsor's prize, the middle hole for the jackpot.",
    play: (n: number) => `Play in Bay ${n}`,
    first: "One minute, then you play.",
    wrongCode: "This code leads to no bay",
    wrongCodeAbout: "We know no such course or bay. Choose your course and the number on your bay by hand.",
    allCourses: "Show the courses",
    closed: (course: string) => `${course} has closed for good`,
    closedAbout: "Nobody plays here any more. Thank you for every ball! Other courses are open to you.",
    closedNow: (course: string) => `${course} is closed at the moment`,
    closedNowAbout: "No balls are sold here until it opens again. Other courses are open to you.",
    whereJackpotWent: "Where its jackpot went",
  },
  {
    bay: (n) => `Bahía ${n}`,
    jackpot: "El premio mayor ahora: ",
    buys: (price, balls) =>
      `Con ${price} tienes ${balls} ${balls === 1 ? "bola" : "bolas"}, ${balls * 2} minutos y tres banderas a las que tirar.`,
    hit: "La bandera izquierda o la derecha dan un premio de un patrocinador; el hoyo central, el premio mayor.",
    play: (n) => `Jugar en la bahía ${n}`,
    first: "Un minuto y juegas.",
    wrongCode: "Este código no es de ninguna bahía",
    wrongCodeAbout: "No conocemos ese campo o esa bahía. Elige tu campo y el número de tu bahía a mano.",
    allCourses: "Ver los campos",
    closed: (course) => `${course} cerró para siempre`,
    closedAbout: "Aquí ya no se juega. ¡Gracias por cada bola! Te esperan otros campos.",
    closedNow: (course) => `${course} está cerrado por ahora`,
    closedNowAbout: "Aquí no se venden bolas hasta que abra de nuevo. Te esperan otros campos.",
    whereJackpotWent: "Adónde fue su premio mayor",
  },
);
