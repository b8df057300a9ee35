/** The words around every screen of the desk. */
import { defineWords } from "../words.ts";

export const deskShellWords = defineWords(
  {
    desk: "Admin",
    manage: "Manage",
    group_range: "The range",
    group_people: "People",
    group_books: "Books",
    group_records: "Records",
    ownScreens: "Your screens",
    cancel: "Cancel",
    noPage: "There is no such page",
    noPageAbout: "The address may be mistyped, or the page has moved.",
    forStaff:
      "This page is for administrators. As staff you may work with the bays, the claims and the reports of your courses, and read your range’s statements where an administrator allowed it.",
  },
  {
    desk: "Admin",
    manage: "Gestión",
    group_range: "El campo",
    group_people: "Personas",
    group_books: "Libros",
    group_records: "Registros",
    ownScreens: "Tus pantallas",
    cancel: "Cancelar",
    noPage: "Esta página no existe",
    noPageAbout: "Puede que la dirección esté mal escrita o que la página haya cambiado de lugar.",
    forStaff:
      "Esta página es para administradores. Como personal puedes trabajar con las bahías, los reclamos y los reportes de tus campos, y leer los estados de cuenta de tu campo si un administrador lo permitió.",
  },
);
