/** What each figure of a course's report counts; shown when somebody hovers or focuses its name (rules, section 9). */
import { defineWords } from "#platform/web/words.ts";

export const explanations = defineWords(
  {
    users: "Players who played here in the period, whether they bought or were invited.",
    revenue:
      "Payments less refunds in the period; a refund counts on its own day. The growth is this month to date against the same days of the month before, whatever the period; New when that was nothing.",
    claims: "Claims made here in the period, of any status; beside it the cash prizes paid out in the period.",
    shots: "Every shot recorded here in the period, those of friends in a group included. Withdrawn ones are left out.",
    jackpot: "What is in this course’s pot now, whatever the period.",
    distance: "Miles from the operator’s reference point, in a straight line.",
    engagement: "New users are those whose first play ever was here in the period; the others had played before.",
    prizes: "Claims made here in the period for each hole, of any status.",
    packages:
      "Paid orders by the day of payment, at this course’s prices. The free tee time shot stands first with its sessions. Revenue is net of refunds.",
  },
  {
    users: "Jugadores que jugaron aquí en el período, hayan comprado o hayan sido invitados.",
    revenue:
      "Pagos menos reembolsos en el período; un reembolso cuenta en su propio día. El crecimiento es el de este mes hasta hoy contra los mismos días del mes anterior, sea cual sea el período; Nuevo cuando antes no hubo nada.",
    claims:
      "Reclamos hechos aquí en el período, en cualquier estado; al lado, los premios en efectivo pagados en el período.",
    shots:
      "Todos los tiros registrados aquí en el período, incluidos los de los amigos de un grupo. No cuentan los retirados.",
    jackpot: "Lo que hay ahora en el premio mayor de este campo, sea cual sea el período.",
    distance: "Millas desde el punto de referencia del operador, en línea recta.",
    engagement: "Son nuevos los que jugaron aquí por primera vez en el período; los demás ya habían jugado antes.",
    prizes: "Reclamos hechos aquí en el período por cada hoyo, en cualquier estado.",
    packages:
      "Pedidos pagados por el día del pago, a los precios de este campo. Primero está el tiro gratis por hora de salida, con sus sesiones. Los ingresos son sin los reembolsos.",
  },
);
