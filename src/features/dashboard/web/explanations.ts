/** What each figure counts; shown when somebody hovers or focuses its name (rules, section 9). */
import { defineWords } from "#platform/web/words.ts";

export const explanations = defineWords(
  {
    totalUsers: "Players whose accounts were created in the period. Staff and deleted accounts are left out.",
    totalRevenue:
      "Payments less refunds in the period; a refund counts on its own day. Today’s is beside it, whatever the period.",
    prizeClaims: "Claims made in the period, of any status. Below it, those of any day that nobody has decided yet.",
    totalSessions: "Sessions started in the period, free tee time shots included. A group is one session.",
    totalShots: "Every shot recorded in the period, those of friends in a group included. Withdrawn ones are left out.",
    activeUsers: "Players who played in the period, whether they bought or were invited.",
    newUsers: "Of those, the ones whose first play ever was in the period.",
    returningUsers: "Of those, the ones who had played before the period.",
    allSessions: "Individual sessions, group sessions and free tee time shots together.",
    individualSessions: "Paid sessions of one player. Free tee time shots are counted by themselves.",
    groupSessions: "Sessions of a player with up to three friends; each counts once.",
    freeShotSessions: "Free tee time shots. They are not counted among the individual sessions.",
    liveSessions: "Sessions whose clock runs now and that nobody has ended, whatever the period.",
    acquisition: "What new players said brought them here, of the accounts created in the period.",
    purchasePattern:
      "Sessions by how they came about: the free tee time shot, a first purchase, or more balls after a session.",
    averageBalls: "Balls bought per session in the period, free shots included.",
    averageTime: "From a session’s start to its last shot, summed over the period, for each shot.",
    packages:
      "Paid orders by the day of payment. The free tee time shot stands first with its sessions. Revenue is net of refunds.",
    prizes: "Claims made in the period for each hole, of any status.",
  },
  {
    totalUsers: "Jugadores cuya cuenta se creó en el período. No cuentan el personal ni las cuentas eliminadas.",
    totalRevenue:
      "Pagos menos reembolsos en el período; un reembolso cuenta en su propio día. Al lado está lo de hoy, sea cual sea el período.",
    prizeClaims:
      "Reclamos hechos en el período, en cualquier estado. Debajo, los de cualquier día que nadie ha decidido aún.",
    totalSessions:
      "Sesiones empezadas en el período, incluidos los tiros gratis por hora de salida. Un grupo es una sesión.",
    totalShots:
      "Todos los tiros registrados en el período, incluidos los de los amigos de un grupo. No cuentan los retirados.",
    activeUsers: "Jugadores que jugaron en el período, hayan comprado o hayan sido invitados.",
    newUsers: "De ellos, los que jugaron por primera vez en el período.",
    returningUsers: "De ellos, los que ya habían jugado antes del período.",
    allSessions: "Sesiones individuales, de grupo y tiros gratis por hora de salida, juntos.",
    individualSessions: "Sesiones pagadas de un jugador. Los tiros gratis por hora de salida se cuentan aparte.",
    groupSessions: "Sesiones de un jugador con hasta tres amigos; cada una cuenta una vez.",
    freeShotSessions: "Tiros gratis por hora de salida. No cuentan entre las sesiones individuales.",
    liveSessions: "Sesiones cuyo reloj corre ahora y que nadie ha terminado, sea cual sea el período.",
    acquisition: "Lo que dijeron los jugadores nuevos sobre cómo llegaron, de las cuentas creadas en el período.",
    purchasePattern:
      "Sesiones según cómo empezaron: el tiro gratis por hora de salida, una primera compra o más bolas después de una sesión.",
    averageBalls: "Bolas compradas por sesión en el período, incluidos los tiros gratis.",
    averageTime: "Desde el inicio de una sesión hasta su último tiro, sumado en el período, por cada tiro.",
    packages:
      "Pedidos pagados por el día del pago. Primero está el tiro gratis por hora de salida, con sus sesiones. Los ingresos son sin los reembolsos.",
    prizes: "Reclamos hechos en el período por cada hoyo, en cualquier estado.",
  },
);
