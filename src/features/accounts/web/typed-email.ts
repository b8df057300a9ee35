/** The address typed on one of the two sign-in screens, for the other; in this page's memory only. */
let typed = "";

export const typedEmail = {
  read: () => typed,
  write(email: string) {
    typed = email;
  },
};
