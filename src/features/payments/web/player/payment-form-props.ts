import type { CardProblems, PaymentChoice } from "./payment-choice.ts";

export interface PaymentFormProps {
  /** The form's id: the pay button in the sticky footer names it with `form`. */
  id: string;
  /** In dollars. */
  price: number;
  problems: CardProblems;
  /** Why the latest payment was declined. It stays until the golfer pays again. */
  declined?: string | undefined;
  /** Nothing may be changed: a payment is running, or another session is. */
  locked: boolean;
  onPay: (choice: PaymentChoice) => void;
  /** Called with whether everything needed is filled in, first when the form is there: for a button that waits for it. */
  onComplete?: (complete: boolean) => void;
  /** Called with whether the form could not be loaded; it then says what to do. */
  onFailed?: (failed: boolean) => void;
}
