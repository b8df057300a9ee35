/** The Spanish of what the server says about accounts, and of its contract's sentences. */
import type { refuse } from "#features/accounts/contract.ts";
import type { refusePasskey } from "#features/accounts/passkey-contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const accountSpanish = {
  codes: {
    "accounts.invited": "Con este correo te invitaron a trabajar aquí. Inicia sesión con él: te enviamos un código.",
    "accounts.email_taken": "Ya hay una cuenta con este correo. Inicia sesión con él.",
    "accounts.unknown_email": "Aún no conocemos este correo. Revisa cómo está escrito o regístrate para jugar.",
    "accounts.wrong_code":
      "Ese código no es correcto. Revisa el correo más reciente y escribe su código en el navegador que lo pidió.",
    "accounts.dead_code": "Ese código ya no se puede usar. Pide uno nuevo.",
    "accounts.codes_locked":
      "Se escribieron demasiados códigos equivocados para esta cuenta y por un rato no acepta ninguno. Los dispositivos que ya conoce siguen entrando.",
    "accounts.too_many_emails": "Hoy ya cambiaste varias veces tu correo. Inténtalo de nuevo mañana.",
    "accounts.too_many_codes": "Ya enviamos varios códigos. Espera unos minutos antes de pedir otro.",
    "accounts.no_passkeys": "No hay aquí ninguna llave de acceso de otra persona que retirar",
    "accounts.move_own": "Cambia tu propio correo en tu perfil",
    "accounts.step_up_needed": "Confirma que eres tú y seguimos. No se ha cambiado nada.",
    "accounts.passkey_only":
      "Esta cuenta entra solo con su llave de acceso. Abre la aplicación con el nombre para el que se creó; otro administrador puede retirar una llave perdida.",
    "accounts.passkey_needed":
      "Añade primero una llave de acceso en tu perfil. Los administradores la necesitan antes de decidir, pagar, reembolsar o cambiar funciones y límites.",
    "accounts.not_found": "No existe ese jugador",
    "accounts.unknown_push_service": "No podemos enviar notificaciones a este navegador",
    "accounts.no_device": "Este dispositivo ya no está en tu lista",
    "accounts.playing": "Estás en medio de una sesión. Termínala antes de borrar tu cuenta.",
    "accounts.payment_open":
      "Aún tienes un pago o un reembolso abierto, o bolas pagadas que esperan a que juegues. Termínalo primero.",
    "accounts.claim_pending": "Un reclamo tuyo sigue en revisión. Podrás borrar tu cuenta cuando se decida.",
    "accounts.payout_due": "Aún te debemos un premio. Podrás borrar tu cuenta cuando lo tengas.",
    "accounts.works_here":
      "Esta cuenta tiene una función en los campos. Pide primero a un administrador que la retire.",
    "passkeys.not_found": "No existe esa llave de acceso",
    "passkeys.needs_name":
      "Una llave de acceso pertenece a un nombre de sitio y esta dirección es un número. Abre la aplicación por su nombre, como localhost.",
    "passkeys.not_made": "No se pudo guardar la llave de acceso. Empieza otra vez.",
    "passkeys.refused": "No se aceptó esa llave de acceso. Inténtalo otra vez o entra con un código por correo.",
  } satisfies Record<Parameters<typeof refuse | typeof refusePasskey>[0], string>,
  sentences: {
    "All fields are required": "Todos los campos son obligatorios",
    "Please enter a phone number that we can call, with # to # digits":
      "Escribe un teléfono al que podamos llamar, de # a # dígitos",
    "Please choose one of the listed sources": "Elige una de las opciones de la lista",
    "The code has # digits": "El código tiene # dígitos",
    "Email is required": "Escribe tu correo electrónico",
    "Name is required": "Escribe el nombre",
    "The language is en or es": "El idioma es en o es",
    "Give the new email address": "Escribe el correo electrónico nuevo",
  },
} satisfies SpanishSentences;
