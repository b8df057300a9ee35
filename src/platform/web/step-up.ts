/** A call that asks for a fresh proof of who is there: the proof is asked for once, and the call is sent again. */

/** Asks the person. @returns whether they proved it */
type Ask = () => Promise<boolean>;

let resolveAsker: (ask: Ask) => void = () => undefined;
/** Resolves once the screen can ask. A call of the first second waits for it. */
let asker = new Promise<Ask>((resolve) => (resolveAsker = resolve));
let asked: Promise<boolean> | undefined;

/** Sets how a person is asked. The accounts room calls it. */
export function askForProofBy(given: Ask): void {
  resolveAsker(given);
  asker = Promise.resolve(given);
}

/** Asks for a proof; calls of the same moment share one question. @returns whether it was given */
export function proofGiven(): Promise<boolean> {
  asked ??= asker
    .then((ask) => ask())
    .finally(() => {
      asked = undefined;
    });
  return asked;
}
