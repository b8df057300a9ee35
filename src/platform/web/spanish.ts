/** The Spanish of sentences that belong to no room. */
import type { refuseRequest } from "#platform/shared/refusal.ts";
import type { SpanishSentences } from "./translate.ts";

export const platformSpanish = {
  codes: {
    "request.invalid": "La solicitud no es válida",
    "request.signed_out": "Inicia sesión para continuar",
    "request.forbidden": "Tu cuenta no puede hacer esto",
    "request.malware": "El análisis de programas maliciosos rechazó este archivo. Usa otro.",
    "request.foreign_origin": "Esta solicitud vino de otro sitio y fue rechazada",
    "request.not_found": "Aquí no hay nada",
    "request.too_slow": "La solicitud tardó demasiado en llegar. Inténtalo de nuevo.",
    "request.headers_too_large": "Los encabezados de la solicitud son demasiado grandes",
    "request.in_progress": "La primera de estas solicitudes sigue en curso. Espera un momento.",
    "request.precondition_failed": "Esto ha cambiado desde que lo leíste",
    "request.too_large": "La solicitud es demasiado grande",
    "request.not_json": "La solicitud debe enviarse como JSON",
    "request.no_such_range": "Este archivo no tiene esa parte",
    "request.key_reused": "Esta clave ya se usó para otra solicitud",
    "request.too_many_streams": "Esta cuenta está abierta en demasiadas ventanas a la vez. Cierra una.",
    "request.too_many": "Demasiadas solicitudes. Espera un momento e inténtalo de nuevo.",
    "service.scanner_away":
      "Ahora no se pueden analizar archivos en busca de programas maliciosos. Inténtalo de nuevo en un momento.",
    "service.busy": "Ahora pasan demasiadas cosas a la vez. Inténtalo de nuevo en un momento.",
    "service.draining": "Este servidor está por terminar. Otro lo reemplaza.",
    "service.database_away": "Ahora no podemos consultar nuestros registros. Inténtalo de nuevo en un momento.",
    "service.fault": "Algo salió mal de nuestro lado. Inténtalo de nuevo.",
  } satisfies Record<Parameters<typeof refuseRequest>[0] | "service.fault", string>,
  sentences: {
    "Please keep this under # characters": "Escribe menos de # caracteres",
    "Valid email is required": "Escribe un correo electrónico válido",
    "This address could not be read": "No se pudo leer esta dirección",
    "The Host header is no host": "El encabezado Host no es un servidor",
    "This is no HTTP request": "Esto no es una solicitud HTTP",
    "This page's cursor is not valid": "El cursor de esta página no es válido",
    "This is either true or false": "Esto es sí o no",
    "A day is written yyyy-MM-dd": "Un día se escribe aaaa-MM-dd",
    "The last day is before the first": "El último día es anterior al primero",
    "A reason is required": "Escribe un motivo",
    "Write a note": "Escribe una nota",
  },
} satisfies SpanishSentences;
