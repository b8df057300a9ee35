import { defineWords } from "#platform/web/words.ts";

export const pushWords = defineWords(
  {
    label: "Notifications on this device",
    about: "News about your prize claims, even when the app is closed.",
    install: "On this device, add the app to your home screen first: tap Share, then Add to Home Screen.",
    unsupported: "This browser cannot show notifications.",
    refused: "Notifications are blocked for this site. Allow them in your browser's settings.",
    failed: "Notifications could not be changed",
    tryAgain: "Please try again in a moment.",
  },
  {
    label: "Notificaciones en este dispositivo",
    about: "Novedades de tus reclamos de premios, aunque la app esté cerrada.",
    install:
      "En este dispositivo, primero agrega la app a tu pantalla de inicio: toca Compartir y luego Agregar a inicio.",
    unsupported: "Este navegador no puede mostrar notificaciones.",
    refused: "Las notificaciones están bloqueadas para este sitio. Permítelas en los ajustes de tu navegador.",
    failed: "No se pudieron cambiar las notificaciones",
    tryAgain: "Inténtalo de nuevo en un momento.",
  },
);
