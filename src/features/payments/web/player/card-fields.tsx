/** The card's four fields, with the keyboards and the autofill tokens that fit. */
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { useWords } from "#platform/web/words.ts";
import { groupedNumber, slashedExpiry, type CardDetails, type CardProblems } from "./payment-choice.ts";
import { paymentWords } from "./words.ts";

interface CardFieldsProps {
  card: CardDetails;
  problems: CardProblems;
  onChange: (card: CardDetails) => void;
}

/** Formatting moves the caret to the end, so it happens only when the caret is there. */
function caretAtEnd({ selectionStart, value }: HTMLInputElement): boolean {
  return selectionStart === null || selectionStart === value.length;
}

export function CardFields({ card, problems, onChange }: CardFieldsProps) {
  const words = useWords(paymentWords);
  const digits = (name: keyof CardDetails) =>
    ({ name, value: card[name], error: problems[name], inputMode: "numeric", className: "tabular" }) as const;
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <TextField
          label={words.cardNumber}
          {...digits("cardNumber")}
          autoComplete="cc-number"
          placeholder="1234 5678 9012 3456"
          maxLength={23}
          onChange={({ target }) =>
            onChange({ ...card, cardNumber: caretAtEnd(target) ? groupedNumber(target.value) : target.value })
          }
        />
        <div className="flex flex-wrap items-start gap-4 *:min-w-[min(6.5rem,100%)] *:flex-1">
          <TextField
            label={words.expiry}
            {...digits("expiryDate")}
            autoComplete="cc-exp"
            placeholder={words.expiryExample}
            maxLength={7}
            onChange={({ target }) =>
              onChange({
                ...card,
                expiryDate: caretAtEnd(target) ? slashedExpiry(target.value, card.expiryDate) : target.value,
              })
            }
          />
          <TextField
            label={words.cvv}
            {...digits("cvv")}
            autoComplete="cc-csc"
            placeholder="123"
            maxLength={4}
            onChange={({ target }) => onChange({ ...card, cvv: target.value.replaceAll(/\D/g, "") })}
          />
        </div>
        <TextField
          label={words.zip}
          {...digits("billingZip")}
          autoComplete="billing postal-code"
          placeholder="12345"
          maxLength={10}
          onChange={({ target }) => onChange({ ...card, billingZip: target.value })}
        />
      </div>
    </Card>
  );
}
