/** What the audit of the books finds about claims and sessions, in Spanish. Patterns as in `desk-phrases.ts`. */
import { begun } from "./pattern-pairs.ts";

export const claimPhrases = begun(
  ["claim {} of {}", "reclamo {} de {}"],
  [
    [" is for {} cents; the ledger reserved {} for it", " es por {} centavos; el libro reservó {} para él"],
    [" is for money, though it is no jackpot", " es por dinero, aunque no es un premio mayor"],
    [
      " says that its pot was filled again with {} cents, which no terms of {} ask for",
      " dice que su premio mayor se repuso con {} centavos, que ninguna condición de {} pide",
    ],
    [
      " is not what its shot says (session, course, hole or amount)",
      " no es lo que dice su tiro (sesión, campo, hoyo o importe)",
    ],
    [
      " is for the jackpot, which its package does not play for",
      " es por el premio mayor, por el que su paquete no juega",
    ],
    [" was made before its session began", " se hizo antes de que empezara su sesión"],
    [" was decided by one of its own people", " lo decidió alguien que participa en él"],
    [
      " is {}, which its trail does not say of whoever decided it",
      " está {}, y su registro no lo dice de quien lo decidió",
    ],
    [" is {}, which its trail does not say", " está {}, y su registro no lo dice"],
    [" was paid or forfeited before its verdict", " se pagó o se perdió antes de su decisión"],
    [
      " was paid at {} while dispute {} of order {} was open or lost",
      " se pagó el {} mientras la disputa {} del pedido {} estaba abierta o perdida",
    ],
    [
      " was {} at {} while refund {}, made at the gateway, held order {}",
      " quedó {} el {} mientras el reembolso {}, hecho en el servicio de pago, retenía el pedido {}",
    ],
    [" was paid at {} on order {}, which was {} before", " se pagó el {} por el pedido {}, que antes quedó {}"],
    [
      " was verified at {} while dispute {} of order {} was open or lost",
      " se verificó el {} mientras la disputa {} del pedido {} estaba abierta o perdida",
    ],
    [
      " is pending, though dispute {} of order {} was lost at {}",
      " está pendiente, aunque la disputa {} del pedido {} se perdió el {}",
    ],
    [
      " is due, though dispute {} of order {} was lost at {}",
      " se debe pagar, aunque la disputa {} del pedido {} se perdió el {}",
    ],
    [" is stated to be worth {} cents; its prize was worth {}", " dice valer {} centavos; su premio valía {}"],
    [" was paid at {} without an age confirmation", " se pagó el {} sin confirmar la edad"],
    [
      " was paid at {} without a tax form, after {} cents in {}",
      " se pagó el {} sin formulario de impuestos, después de {} centavos en {}",
    ],
    [" was paid at {} without a confirmed tee time", " se pagó el {} sin confirmar la hora de salida"],
    [
      " was paid at {} above the limit of {} cents without an approval",
      " se pagó el {} por encima del límite de {} centavos sin una aprobación",
    ],
    [" was paid at {} by the one who approved it", " lo pagó el {} quien lo aprobó"],
    [" was paid at {} to an address that nobody had proved", " se pagó el {} a un correo que nadie había comprobado"],
    [
      " was paid at {} within 72 hours of the move of its player to another address",
      " se pagó el {} antes de 72 horas desde que su jugador cambió de correo",
    ],
    [" is one of a free shot, and its session is none", " es de un tiro gratis, y su sesión no lo es"],
    [" is none of a free shot, and its session is one", " no es de un tiro gratis, y su sesión lo es"],
    [
      " was made at {}, after the time for claims of its session",
      " se hizo el {}, después del plazo para reclamos de su sesión",
    ],
    [" is due at {}, which is not within a week of it", " vence el {}, que no está dentro de una semana"],
    [
      " took a prize of another course, or a jackpot's place",
      " tomó un premio de otro campo, o el lugar de un premio mayor",
    ],
    [" was verified by nobody", " no lo verificó nadie"],
    [
      " was rejected by nobody, and no bank took its payment back then",
      " no lo rechazó nadie, y ningún banco retiró su pago entonces",
    ],
    [
      " was forfeited by nobody, and no bank took its payment back then",
      " no lo dio por perdido nadie, y ningún banco retiró su pago entonces",
    ],
    [" was {} by {}, who had not the role for it then", " quedó {} por {}, que entonces no tenía la función para ello"],
    [" was {} by one of its own people", " quedó {} por alguien que participa en él"],
    [" belongs to somebody who did not play on its row", " es de alguien que no jugó en su fila"],
    [" was submitted by a stranger", " lo envió alguien ajeno"],
    [" says {} at {}, and its trail does not", " dice {} el {}, y su registro no"],
    [" was decided before it was made", " se decidió antes de hacerse"],
  ],
);

export const sessionPhrases = begun(
  ["session {} of {}", "sesión {} de {}"],
  [
    [" (course {}, bay {}, {}): nobody paid for it", " (campo {}, bahía {}, {}): nadie la pagó"],
    [" is a free shot that nobody was given", " es un tiro gratis que no se dio a nadie"],
    [
      " is another one than order {} pays for (course, package, buyer or balls)",
      " no es la que paga el pedido {} (campo, paquete, comprador o bolas)",
    ],
    [" began before order {} was paid", " empezó antes de que se pagara el pedido {}"],
    [" is a free shot of {} balls", " es un tiro gratis de {} bolas"],
    [
      " is another one than its group's (course, package, buyer or start)",
      " no es la de su grupo (campo, paquete, comprador o inicio)",
    ],
    [" is played by another account than bought it", " la juega otra cuenta que la que la compró"],
    [" has a shot that was not within it", " tiene un tiro que no se hizo en ella"],
    [" is the free shot of another player", " es el tiro gratis de otro jugador"],
    [" is {} with {} balls left", " está {} con {} bolas por jugar"],
    [
      " ended at {}, which is not between its start and the end of its clock",
      " terminó el {}, que no está entre su inicio y el final de su reloj",
    ],
    [" says that its last shot was at {}; it was at {}", " dice que su último tiro fue el {}; fue el {}"],
  ],
);
