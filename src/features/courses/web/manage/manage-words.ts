/** Words that several of the managing screens use. */
import { defineWords } from "#platform/web/words.ts";

export const manageWords = defineWords(
  {
    loadAgain: "Load again",
    change: "Change",
    changeOf: (name: string) => `Change ${name}`,
    save: "Save",
    name: "Name",
    number: "No.",
    state: "State",
    course: "Course",
    description: "Description",
    proposed: "Proposed",
    at: (course: string) => `At ${course}`,
  },
  {
    loadAgain: "Cargar de nuevo",
    change: "Editar",
    changeOf: (name) => `Editar ${name}`,
    save: "Guardar",
    name: "Nombre",
    number: "N.º",
    state: "Estado",
    course: "Campo",
    description: "Descripción",
    proposed: "Propuesto",
    at: (course) => `En ${course}`,
  },
);
