/** Shows the question for a fresh proof over the screen that called something that needs one. */
import { useEffect, useState } from "react";
import { askForProofBy } from "#platform/web/step-up.ts";
import { late } from "#platform/web/ui/late.tsx";

const StepUpSheet = late(async () => (await import("./step-up-sheet.tsx")).StepUpSheet, { asked: true });

interface Question {
  /** A number for each question, so that each starts afresh. */
  number: number;
  answer: (proved: boolean) => void;
}

export function StepUpHost() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    let number = 0;
    askForProofBy(() => {
      number += 1;
      return new Promise((answer) => setQuestion({ number, answer }));
    });
  }, []);
  if (!question) return null;
  return (
    <StepUpSheet
      key={question.number}
      onDone={(proved) => {
        setQuestion(undefined);
        question.answer(proved);
      }}
    />
  );
}
