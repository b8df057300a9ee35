/** The Spanish of what the server says to administrators about courses and all that they manage. */
import type { refuseManage } from "#features/courses/manage-contract.ts";
import type { refuseStaff } from "#features/courses/staff-contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const courseDeskSpanish = {
  codes: {
    "manage.not_found": "No hay nada con este número",
    "manage.changed_meanwhile":
      "Otra persona cambió esto desde que lo abriste. Cárgalo de nuevo y mira primero su cambio.",
    "manage.half_a_place": "Un lugar tiene latitud y longitud, o ninguna de las dos",
    "manage.shares_too_high": "La parte del premio mayor y la del campo suman más del 100 %",
    "manage.price_too_low": "Un paquete costaría menos de $0.50 en un campo. El servicio de pago no acepta menos.",
    "manage.bay_in_play": "Se está jugando en una bahía con un número mayor",
    "manage.zone_is_fixed":
      "Un campo en el que ya se jugó conserva su zona horaria: en ella se cuentan sus días y sus meses liquidados",
    "manage.package_is_fixed": "Un paquete conserva sus bolas y su tipo. Retíralo y agrega otro.",
    "manage.closed_for_good": "Este campo está cerrado para siempre. Ya nada suyo cambia.",
    "manage.no_course": "No existe ese campo",
    "manage.sponsor_elsewhere": "Este patrocinador es de otro campo o de otro hoyo",
    "manage.stock_is_claimed": "Ya se reclamaron más de estos premios",
    "manage.no_picture":
      "Esto no es una imagen PNG, JPEG o WebP que podamos leer, de 8,000 píxeles por lado como máximo",
    "manage.picture_too_large": "La imagen pesa más de 2 MB. Elige una más pequeña.",
    "manage.request_is_so": "Otra persona ya marcó esta solicitud",
    "staff.not_registered":
      "Nadie está registrado con este correo. Escribe también su nombre y le enviamos una invitación.",
    "staff.not_found": "No existe ese miembro del personal",
    "staff.unknown_course": "No existe ese campo",
    "staff.no_course": "Elige al menos un campo para un miembro del personal",
    "staff.works_already": "Esta persona ya trabaja aquí. Cambia su función en la lista.",
    "staff.invited_already": "Esta dirección ya tiene una invitación. Envíala otra vez, o retírala, en la lista.",
    "staff.invitation_gone": "Esta invitación ya no está: se usó o se retiró",
    "staff.self": "Nadie cambia su propia función. Pídeselo a otro administrador.",
  } satisfies Record<Parameters<typeof refuseManage | typeof refuseStaff>[0], string>,
  sentences: {
    // From the managing screens.
    "A version is a whole number": "Una versión es un número entero",
    "This is named by its number": "Esto se nombra por su número",
    "A time zone is written as America/New_York": "Una zona horaria se escribe como America/New_York",
    "A latitude is from -# to #": "Una latitud va de -# a #",
    "A longitude is from -# to #": "Una longitud va de -# a #",
    "A tax rate is a percentage from # to #.# with up to # decimals":
      "La tasa de un impuesto es un porcentaje de # a #.# con # decimales como máximo",
    "A base jackpot is from $# to $#,#,#, in dollars and cents":
      "La base de un premio mayor va de $# a $#,#,#, en dólares y centavos",
    "A share is a percentage from # to # with up to # decimals":
      "Una parte es un porcentaje de # a # con # decimales como máximo",
    "A price factor is from #.# to # with up to # decimals":
      "Un factor de precio va de #.# a # con # decimales como máximo",
    "A tax has a name of at most # characters": "El nombre de un impuesto tiene # caracteres como máximo",
    "Address is required": "Escribe la dirección",
    "A course has # to # bays": "Un campo tiene de # a # bahías",
    "A status is open or handled": "Una solicitud está abierta o atendida",
    "Description is required": "Escribe una descripción",
    "A price is from $#.# to $#,#, in dollars and cents": "Un precio va de $#.# a $#,#, en dólares y centavos",
    "A package has # to # balls": "Un paquete tiene de # a # bolas",
    "A package is sponsored or jackpot": "Un paquete es patrocinado o de premio mayor",
    "Prize name is required": "Escribe el nombre del premio",
    "Prize description is required": "Escribe la descripción del premio",
    "A prize's value is from $# to $#,#,#, in dollars and cents":
      "El valor de un premio va de $# a $#,#,#, en dólares y centavos",
    "A website begins with https:// or http://": "Un sitio web empieza con https:// o http://",
    "Spanish name is blank": "El nombre en español está vacío",
    "Spanish description is blank": "La descripción en español está vacía",
    "Spanish prize name is blank": "El nombre del premio en español está vacío",
    "Phone is blank": "El teléfono está vacío",
    "State what the prize is worth, from $# to $#,#,#, in dollars and cents":
      "Declara cuánto vale el premio, de $# a $#,#,#, en dólares y centavos",
    "A sponsored prize is at the left or right hole": "Un premio patrocinado es del hoyo izquierdo o del derecho",
    "A sponsor is named by its number": "Un patrocinador se nombra por su número",
    "A stock is a whole number from # to #,#,#": "Las existencias son un número entero de # a #,#,#",
    "Choose a course": "Elige un campo",
    "A logo is uploaded by itself; blank takes it away": "Un logo se sube aparte; en blanco se quita",
    "Send the picture as Base#": "Envía la imagen en Base#",
    "A role is staff or admin": "Una función es personal o administrador",
    "A role is player, staff or admin": "Una función es jugador, personal o administrador",
    "Name the courses by their ids": "Nombra los campos por sus números",
    "At most #,# courses": "Como máximo #,# campos",
    // Prizes of holes without one of their own: screens know them without the server.
  },
} satisfies SpanishSentences;
