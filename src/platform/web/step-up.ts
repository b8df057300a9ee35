/** Asks for a fresh proof once when a call needs it; the call is then sent again. */

/** Asks the person. @returns whether they proved it */
type AskForProof = () => Promise<boolean>;

let resolveAsker: (ask: AskForProof) => void = () => undefined;
/** Resolves once the screen can ask. Calls of the first second wait for it. */
let asker = new Promise<AskForProof>((resolve) => (resolveAsker = resolve));
let asked: Promise<boolean> | undefined;

/** Sets the function that asks a person. The accounts room calls it. */
export function askForProofBy(given: AskForProof): void {
  resolveAsker(given);
  asker = Promise.resolve(given);
}

/** Asks for a proof; calls at the same moment share one question. @returns whether it was given */
export function proofGiven(): Promise<boolean> {
  asked ??= asker
    .then((ask) => ask())
    .finally(() => {
      asked = undefined;
    });
  return asked;
}
