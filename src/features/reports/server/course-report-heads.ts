/** The words of a course report's CSV file, in the reader's language. */
import type { Language } from "#platform/shared/language.ts";

const spanish = {
  Course: "Campo",
  Summary: "Resumen",
  "Period before": "Periodo anterior",
  "User engagement": "Participación de jugadores",
  "Package popularity": "Popularidad de paquetes",
  "Prize distribution": "Distribución de premios",
  "Daily activity": "Actividad diaria",
  Days: "Días",
  "Recent activity (UTC)": "Actividad reciente (UTC)",
  Address: "Dirección",
  "Current jackpot (USD)": "Premio mayor actual (USD)",
  "Distance (miles)": "Distancia (millas)",
  "As of (UTC)": "Al momento (UTC)",
  "Users who played": "Jugadores que jugaron",
  "Total revenue (USD)": "Ingresos totales (USD)",
  "Revenue growth (%)": "Crecimiento de ingresos (%)",
  New: "Nuevo",
  "Prize claims": "Reclamos de premios",
  "Prizes paid out (USD)": "Premios pagados (USD)",
  "Total shots": "Tiros totales",
  Sessions: "Sesiones",
  "New users": "Jugadores nuevos",
  "Returning users": "Jugadores que vuelven",
  Users: "Jugadores",
  Percent: "Porcentaje",
  "Price (USD)": "Precio (USD)",
  Purchases: "Compras",
  "Revenue (USD)": "Ingresos (USD)",
  Claims: "Reclamos",
  "Left Hole": "Hoyo izquierdo",
  "Right Hole": "Hoyo derecho",
  "Middle Hole": "Hoyo central",
  "Busiest day": "Día de más actividad",
  "Average daily revenue (USD)": "Ingresos diarios promedio (USD)",
  "Average daily sessions": "Sesiones diarias promedio",
  Shots: "Tiros",
} as const;

/** A section or figure of the file. A name of somebody's own (a package, an activity) stays as it is. */
export function reportWord(word: keyof typeof spanish, language: Language): string {
  return language === "es" ? spanish[word] : word;
}
