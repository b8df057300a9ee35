/** The words of the journal's account numbers and of the exports. */
import { defineWords } from "#platform/web/words.ts";

export const journalWords = defineWords(
  {
    title: "Journal",
    lead: "The account numbers of your accounting program. A month's journal is downloaded from its settlement",
    failed: "The numbers did not load",
    loading: "Loading the numbers",
    saved: "Numbers saved",
    notSaved: "Failed to save the numbers",
    about: "Where no number is given, the journal has our own name of the account.",
    save: "Save numbers",
  },
  {
    title: "Diario contable",
    lead: "Los números de cuenta de tu programa de contabilidad. El diario de un mes se descarga desde su liquidación",
    failed: "No se cargaron los números",
    loading: "Cargando los números",
    saved: "Números guardados",
    notSaved: "No se pudieron guardar los números",
    about: "Donde no hay número, el diario lleva nuestro propio nombre de la cuenta.",
    save: "Guardar números",
  },
);

export const exportWords = defineWords(
  {
    title: "Exports",
    lead: "CSV files for a spreadsheet or the books. Times in them are UTC",
    daysOf: (zone: string) => `Days are those of ${zone}.`,
    ofFile: (name: string) => ` of ${name}`,
    sessions: "Sessions",
    sessionsAbout: "By their start, a row for each player of a group.",
    orders: "Orders",
    ordersAbout: "By their creation, with shares and what was refunded.",
    claims: "Claims",
    claimsAbout: "By their creation, on the days of their own course.",
    ledger: "Ledger",
    ledgerAbout: "Every entry. A debit is positive, a credit negative.",
    trail: "Audit trail",
    trailAbout: "Who did what, with the fields before and after.",
  },
  {
    title: "Exportaciones",
    lead: "Archivos CSV para una hoja de cálculo o la contabilidad. Sus horas son UTC",
    daysOf: (zone) => `Los días son los de ${zone}.`,
    ofFile: (name) => ` de ${name}`,
    sessions: "Sesiones",
    sessionsAbout: "Por su inicio, una fila por cada jugador de un grupo.",
    orders: "Pedidos",
    ordersAbout: "Por su creación, con las partes y lo reembolsado.",
    claims: "Reclamos",
    claimsAbout: "Por su creación, en los días de su propio campo.",
    ledger: "Libro mayor",
    ledgerAbout: "Todas las partidas. El debe es positivo; el haber, negativo.",
    trail: "Registro de auditoría",
    trailAbout: "Quién hizo qué, con los datos de antes y de después.",
  },
);
