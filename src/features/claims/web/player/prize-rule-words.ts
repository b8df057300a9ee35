/** The rules of the jackpot, for the prizes page and for the terms. A change needs a new version (accounts/terms-rules.ts). */
import { defineWords } from "#platform/web/words.ts";

export const prizeRuleWords = defineWords(
  {
    rules: "How the jackpot works",
    rule1: (afterTax: boolean) =>
      `Each course has a pot of its own. It starts at an amount that we put in, and a fixed share of every paid package${afterTax ? ", after tax," : ""} is added when its session starts there. Free shots add nothing.`,
    rule2: "Only jackpot packages and the free tee time shot play for it.",
    rule3:
      "Claim in the app at once, at the latest 10 minutes after your session ends. The pot of that moment is set aside for you, and you are told the amount. The pot then starts anew.",
    rule4: "The course checks your shot, and we contact you within one full business day.",
    rule5:
      "If your claim is verified, the amount is yours. Cash prizes are for players of 18 and over; above $600 we need your tax form first. Without them the prize goes back into the pot.",
    rule6:
      "If a claim is rejected, it is as if it had never been made: what it held, less what we had put in to start the pot anew, goes to the next claim that is still under review, otherwise back into the pot.",
    rule7: "In each session you can have one jackpot claim under review at a time.",
    rule8:
      "When a package is refunded, its share leaves the pot again, but the pot never falls below what it started with.",
    rule9:
      "If a course closes for good, we take back what we had put in, and the rest goes to the jackpot of another course. The page of its prizes then says which.",
  },
  {
    rules: "Cómo funciona el premio mayor",
    rule1: (afterTax) =>
      `Cada campo tiene su propio premio mayor. Empieza con una cantidad que ponemos nosotros, y se suma una parte fija de cada paquete pagado${afterTax ? ", sin impuestos," : ""} cuando allí empieza su sesión. Los tiros gratis no suman nada.`,
    rule2: "Solo los paquetes con premio mayor y el tiro gratis juegan por él.",
    rule3:
      "Reclama en la app enseguida, a más tardar 10 minutos después de que termine tu sesión. El premio mayor de ese momento se aparta para ti y te decimos la cantidad. Después el premio mayor empieza de nuevo.",
    rule4: "El campo revisa tu tiro, y te contactamos en un día hábil completo.",
    rule5:
      "Si tu reclamo se verifica, la cantidad es tuya. Los premios en efectivo son para mayores de 18 años; por encima de $600 necesitamos antes tu formulario de impuestos. Sin eso, la cantidad vuelve al premio mayor.",
    rule6:
      "Si un reclamo se rechaza, es como si nunca se hubiera hecho: lo que tenía apartado, menos lo que pusimos para empezar el premio mayor de nuevo, pasa al siguiente reclamo que siga en revisión o, si no lo hay, vuelve al premio mayor.",
    rule7: "En cada sesión puedes tener un solo reclamo del premio mayor en revisión.",
    rule8:
      "Cuando se reembolsa un paquete, su parte sale del premio mayor, pero el premio mayor nunca baja de la cantidad con la que empezó.",
    rule9:
      "Si un campo cierra para siempre, recuperamos lo que pusimos y el resto va al premio mayor de otro campo. La página de sus premios dice entonces a cuál.",
  },
);

/** The rules in their order. @param afterTax whether the course collects a tax */
export function prizeRules(words: (typeof prizeRuleWords)["en"], afterTax: boolean): string[] {
  const { rule1, rule2, rule3, rule4, rule5, rule6, rule7, rule8, rule9 } = words;
  return [rule1(afterTax), rule2, rule3, rule4, rule5, rule6, rule7, rule8, rule9];
}
