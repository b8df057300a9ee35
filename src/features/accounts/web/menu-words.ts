import { defineWords } from "#platform/web/words.ts";

export const menuWords = defineWords({ open: "Your profile" }, { open: "Tu perfil" });
