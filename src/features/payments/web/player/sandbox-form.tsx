/** The demo's form: a wallet of the sandbox, or a card whose fields are checked together before anything is sent. */
import { CreditCard, Smartphone, Wallet } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { PaymentMethod } from "#features/payments/contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deviceNow } from "#platform/web/device-clock.ts";
import { OptionCard, Options } from "#platform/web/ui/choice.tsx";
import { focusFirstProblem } from "#platform/web/ui/field.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { CardFields } from "./card-fields.tsx";
import { formFor, keepCard, lastMethod } from "./last-payment.ts";
import { isComplete, problemsOfCard, type CardDetails, type CardProblems } from "./payment-choice.ts";
import type { PaymentFormProps } from "./payment-form-props.ts";
import { SaveCardTick } from "./save-card-tick.tsx";
import { paymentWords } from "./words.ts";

const wallets = [
  { method: "apple", title: "Apple Pay", Mark: Smartphone },
  { method: "paypal", title: "PayPal", Mark: Wallet },
] as const;

export function SandboxForm({ id, problems: refused, locked, onPay, onComplete }: PaymentFormProps) {
  const words = useWords(paymentWords);
  const playerId = useCaller().id;
  // In memory only, never in web storage.
  const [{ method, card }, setForm] = useState(() => formFor(playerId));
  const [{ problems, of }, setFound] = useState<{ problems: CardProblems; of: CardProblems }>({
    problems: refused,
    of: refused,
  });
  if (of !== refused) setFound({ problems: refused, of: refused });
  const [saves, setSaves] = useState(false);
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    // Once for each try, and not each time that a problem is mended.
    if (tries > 0 || Object.keys(refused).length > 0) focusFirstProblem(form.current);
  }, [tries, refused]);
  const reportComplete = useEffectEvent(() => onComplete?.(isComplete(method, card)));
  // The method of last time may be complete as it is.
  useEffect(() => reportComplete(), []);

  const choose = (next: PaymentMethod) => {
    setForm({ method: next, card });
    onComplete?.(isComplete(next, card));
  };
  const type = (next: CardDetails) => {
    setForm({ method, card: next });
    onComplete?.(isComplete(method, next));
    // A problem goes as soon as its field is changed.
    const stays = (name: keyof CardDetails) => next[name] === card[name] && problems[name];
    const left = (Object.keys(problems) as (keyof CardDetails)[]).filter(stays).map((name) => [name, problems[name]]);
    setFound({ problems: Object.fromEntries(left), of });
  };
  const pay = (by: PaymentMethod) => {
    const found = by === "card" ? problemsOfCard(card, deviceNow()) : {};
    setFound({ problems: found, of });
    setTries(tries + 1);
    if (Object.keys(found).length > 0) return;
    lastMethod.write(by);
    if (by !== "card") return onPay({ method: by });
    keepCard(playerId, card);
    onPay({ method: by, card, saveCard: saves });
  };
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (locked) return;
        if (isComplete(method, card)) return pay(method);
        const { missing: title, fillAll: description } = wordsNow(paymentWords);
        notify({ title, description, variant: "error" });
      }}
    >
      <Options legend={words.method} hideLegend>
        <div className="grid grid-cols-2 gap-2 low:contents">
          {wallets.map(({ method: wallet, title, Mark }) => (
            // One tap, as on a wallet's own button. Not `disabled`, which would lose the focus to which its sheet returns.
            <button
              key={wallet}
              type="button"
              aria-disabled={locked}
              // The way of paying last time.
              aria-current={wallet === method}
              onClick={() => {
                if (locked) return;
                choose(wallet);
                pay(wallet);
              }}
              className="flex min-h-16 items-center justify-center gap-2 rounded-card border-2 border-transparent bg-card text-xl font-bold shadow-card transition-[border-color,scale] hover:border-edge active:scale-[0.98] aria-[current=true]:border-accent aria-[current=true]:bg-tint aria-disabled:opacity-60"
            >
              <Mark aria-hidden className="size-6 shrink-0" />
              {title}
            </button>
          ))}
        </div>
        <OptionCard
          name="paymentMethod"
          checked={method === "card"}
          disabled={locked}
          onChoose={() => choose("card")}
          title={words.card}
          aside={<CreditCard aria-hidden className="size-7" />}
        />
      </Options>
      {method === "card" && (
        <fieldset disabled={locked} className="min-w-0">
          <CardFields card={card} problems={problems} onChange={type} />
          <SaveCardTick checked={saves} onChange={setSaves} />
        </fieldset>
      )}
      <p className="text-ink-soft">{words.demo}</p>
    </form>
  );
}
