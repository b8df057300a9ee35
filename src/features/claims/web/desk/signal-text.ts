/** The sentences of the risk signals, which the server writes in English, in the language of the screen. */
import { inTable } from "#platform/shared/sentence-table.ts";
import type { Language } from "#platform/web/words.ts";

/** Times as the rules write them, with `#` for each number. */
const spans: readonly (readonly [en: string, es: string])[] = [
  ["#.# s", "#.# s"],
  ["# s", "# s"],
  ["# min", "# min"],
  ["# hours", "# horas"],
  ["# days", "# días"],
];
const beforeShot = [
  ["No shot was taken before it", "Antes no hubo ningún tiro"],
  ["# shot was taken before it", "Antes hubo # tiro"],
  ["# shots were taken before it", "Antes hubo # tiros"],
] as const;

/** Made at the first reading in Spanish. */
let made: Readonly<Record<string, string>> | undefined;

function table(): Readonly<Record<string, string>> {
  const withSpans = spans.flatMap(([en, es]) => [
    ...spans.map(([closest, masCerca]) => [
      `Shots came about ${en} apart, the closest two ${closest}.`,
      `Entre tiro y tiro pasaron unos ${es}; entre los dos más cercanos, ${masCerca}.`,
    ]),
    ...beforeShot.map(([before, antes]) => [
      `${before}; it came ${en} after the session's start.`,
      `${antes}; este llegó ${es} después del inicio de la sesión.`,
    ]),
    [`Claimed ${en} after the shot.`, `Reclamado ${es} después del tiro.`],
    [`The account was ${en} old.`, `La cuenta tenía ${es}.`],
  ]);
  const counts = [
    ["in # days", "en # días"],
    ["at your courses in # days", "en tus campos en # días"],
  ].flatMap(([en, es]) => [
    [`The player's only claim ${en}.`, `El único reclamo del jugador ${es}.`],
    [`# claims by this player ${en}, this one included.`, `# reclamos de este jugador ${es}, con este.`],
    [`The only claim from this device ${en}.`, `El único reclamo de este dispositivo ${es}.`],
    [`# claims from this device ${en}, by one account.`, `# reclamos de este dispositivo ${es}, de una sola cuenta.`],
    [`# claims from this device ${en}, by # accounts.`, `# reclamos de este dispositivo ${es}, de # cuentas.`],
  ]);
  return {
    ...Object.fromEntries([...withSpans, ...counts]),
    "Staff have not recorded anything about it yet.": "El personal aún no registró nada.",
    "Staff recorded both: seen, and not seen.": "El personal registró ambas cosas: visto y no visto.",
    "Staff saw the ball in the hole.": "El personal vio la bola en el hoyo.",
    "Staff looked, and did not see the ball in the hole.": "El personal miró y no vio la bola en el hoyo.",
    "The device of this claim is not known.": "No se conoce el dispositivo de este reclamo.",
    "Too few shots to speak of a rhythm.": "Muy pocos tiros para hablar de un ritmo.",
    "Claimed with the shot.": "Reclamado junto con el tiro.",
    "The email address is proved.": "El correo electrónico está comprobado.",
    "The email address is not proved yet.": "El correo electrónico aún no está comprobado.",
  };
}

export function signalText(sentence: string, language: Language): string {
  if (language === "en") return sentence;
  made ??= table();
  return inTable(made, sentence) ?? sentence;
}
