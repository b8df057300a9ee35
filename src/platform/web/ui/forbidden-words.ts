import { defineWords } from "../words.ts";

export const forbiddenWords = defineWords(
  {
    title: "No access",
    forStaff: "403: for the course's staff",
    forAdmins: "403: for administrators",
    about: "Your account may not see this page. What you won and what you bought is on pages of your own.",
    claims: "My Claims",
    receipts: "My Receipts",
    back: "Back to the start",
  },
  {
    title: "Sin acceso",
    forStaff: "403: solo para el personal del campo",
    forAdmins: "403: solo para administradores",
    about: "Tu cuenta no puede ver esta página. Lo que ganaste y lo que compraste está en tus propias páginas.",
    claims: "Mis reclamos",
    receipts: "Mis recibos",
    back: "Volver al inicio",
  },
);
