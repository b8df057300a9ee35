/** The words of the prizes page. */
import { defineWords } from "#platform/web/words.ts";

export const prizesWords = defineWords(
  {
    title: "Prizes",
    failed: "We could not load the prizes",
    loading: "Loading the prizes",
    notFound: "Course not found",
    notFoundAbout: "There is no such course, or it has closed.",
    goBack: "Go Back",

    jackpot: "Middle Hole Jackpot",
    jackpotAbout: (afterTax: boolean) =>
      `A share of every paid package${afterTax ? ", after tax," : ""} goes into this pot. Hit the middle hole with a jackpot package or the free tee time shot, and the whole pot is reserved for you.`,
    changed: (ago: string) => `Changed ${ago}`,
    underReview: (amount: string) => `under review ${amount}`,
    presentedBy: (names: string) => `Presented by ${names}`,

    closedForGood: "This course has closed for good",
    closedAbout: (day: string) =>
      `It closed on ${day}, after every claim was decided and every prize handed over. Here is where its jackpot went.`,
    closedHouse: (amount: string) => `${amount} was ours: we had put it in to start the pot, and took it back.`,
    closedInto: (amount: string, course: string) =>
      `${amount} came from players' packages. It is in the jackpot of ${course} now, and can be won there.`,
    closedRecipient: (amount: string, recipient: string) =>
      `${amount} came from players' packages. No other course was open, so we paid it to ${recipient}.`,
    prizesOf: (course: string) => `Prizes of ${course}`,
    otherCourses: "All courses",
    received: (amount: string, course: string, day: string) =>
      `${amount} of this jackpot came from ${course}, which closed for good on ${day}.`,

    sponsored: "Sponsored prizes",
    left: "Left Hole Prizes",
    right: "Right Hole Prizes",
    emptyLeft: "No sponsors available for the left hole yet.",
    emptyRight: "No sponsors available for the right hole yet.",
    standIn: (prize: string) => `Until then you play for: ${prize}.`,
    worth: (value: string) => `Worth ${value}`,
    learnMore: "Learn More",
    learnMoreOf: (sponsor: string) => `Learn More: ${sponsor} (opens another site)`,
    call: "Call",
    callOf: (sponsor: string) => `Call ${sponsor}`,
    play: "Ready to Play? Choose Your Package",

    winners: "Recent winners",
    noWinners: "Nobody to name yet. Winners appear here only when they agree.",
    winnersAbout: "Only players who agreed are named. You choose on your profile.",
    winnersFailed: "We could not load the winners",
    loadingWinners: "Loading the winners",
    terms: "All terms of the game",
  },
  {
    title: "Premios",
    failed: "No pudimos cargar los premios",
    loading: "Cargando los premios",
    notFound: "Campo no encontrado",
    notFoundAbout: "No existe ese campo, o ya cerró.",
    goBack: "Volver",

    jackpot: "Premio mayor del hoyo central",
    jackpotAbout: (afterTax) =>
      `Una parte de cada paquete pagado${afterTax ? ", sin impuestos," : ""} va a este premio mayor. Acierta el hoyo central con un paquete con premio mayor o con el tiro gratis, y queda entero reservado para ti.`,
    changed: (ago) => `Cambió ${ago}`,
    underReview: (amount) => `en revisión ${amount}`,
    presentedBy: (names) => `Presentado por ${names}`,

    closedForGood: "Este campo cerró para siempre",
    closedAbout: (day) =>
      `Cerró el ${day}, cuando todos los reclamos estaban decididos y todos los premios entregados. Aquí ves adónde fue su premio mayor.`,
    closedHouse: (amount) => `${amount} eran nuestros: los pusimos para empezar el premio mayor y los recuperamos.`,
    closedInto: (amount, course) =>
      `${amount} venían de los paquetes de los jugadores. Ahora están en el premio mayor de ${course}, y allí se pueden ganar.`,
    closedRecipient: (amount, recipient) =>
      `${amount} venían de los paquetes de los jugadores. No había otro campo abierto, así que los pagamos a ${recipient}.`,
    prizesOf: (course) => `Premios de ${course}`,
    otherCourses: "Todos los campos",
    received: (amount, course, day) =>
      `${amount} de este premio mayor vienen de ${course}, que cerró para siempre el ${day}.`,

    sponsored: "Premios de patrocinadores",
    left: "Premios del hoyo izquierdo",
    right: "Premios del hoyo derecho",
    emptyLeft: "Todavía no hay patrocinadores para el hoyo izquierdo.",
    emptyRight: "Todavía no hay patrocinadores para el hoyo derecho.",
    standIn: (prize) => `Mientras tanto juegas por: ${prize}.`,
    worth: (value) => `Valor: ${value}`,
    learnMore: "Más información",
    learnMoreOf: (sponsor) => `Más información: ${sponsor} (abre otro sitio)`,
    call: "Llamar",
    callOf: (sponsor) => `Llamar a ${sponsor}`,
    play: "¿Listo para jugar? Elige tu paquete",

    winners: "Ganadores recientes",
    noWinners: "Todavía no hay nadie que nombrar. Los ganadores aparecen aquí solo si están de acuerdo.",
    winnersAbout: "Solo nombramos a quienes dijeron que sí. Tú lo eliges en tu perfil.",
    winnersFailed: "No pudimos cargar los ganadores",
    loadingWinners: "Cargando los ganadores",
    terms: "Todas las condiciones del juego",
  },
);
