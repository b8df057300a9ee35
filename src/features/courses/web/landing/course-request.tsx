/** Asks for the product at a range. Without scripts, or before they have come, the server answers the form by a page. */
import { useEffect, useRef, useState } from "react";
import { whenIdle } from "#platform/web/idle.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { TextArea, TextField } from "#platform/web/ui/field.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { paths } from "#platform/web/paths.ts";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { landingWords } from "./landing-words.ts";
import { SectionTitle } from "./section-title.tsx";
import type { RequestResult } from "./send-request.ts";

const fetchSender = () => import("./send-request.ts");

export function CourseRequest() {
  const words = useWords(landingWords);
  const form = useRef<HTMLFormElement>(null);
  const [sending, setSending] = useState(false);
  const [problems, setProblems] = useState<Extract<RequestResult, { problems: unknown }>["problems"]>({});
  useEffect(() => {
    // From here on our own sentences; a browser without scripts checks by itself.
    if (form.current) form.current.noValidate = true;
    return whenIdle(() => void fetchSender().catch(() => undefined));
  }, []);
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [problems]);
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const element = event.currentTarget;
    setSending(true);
    void fetchSender()
      .then(({ sendRequest }) => sendRequest(element))
      .catch((): RequestResult => ({ status: "failed", problems: {} }))
      .then((outcome) => {
        setSending(false);
        setProblems(outcome.status === "sent" ? {} : outcome.problems);
        const { sent, sentAbout, failed, failedAbout } = wordsNow(landingWords);
        if (outcome.status === "sent") {
          notify({ title: sent, description: sentAbout, duration: 5000 });
          element.reset();
        }
        if (outcome.status === "failed")
          notify({ title: failed, description: failedAbout, variant: "error", duration: 5000 });
      });
  };
  return (
    <section aria-labelledby="request-title" className="grid gap-x-12 lg:grid-cols-[2fr_3fr]">
      <div>
        <SectionTitle id="request-title">{words.requestTitle}</SectionTitle>
        <p className="mb-6 text-ink-soft">{words.requestLead}</p>
      </div>
      <div className="flex flex-col gap-5">
        {/* Where the server's answer to a form without scripts leads: each shows itself when the address names it. */}
        <div id="request-sent" className="hidden target:block">
          <Banner tone="success" title={words.sent}>
            {words.sentAbout}
          </Banner>
        </div>
        <div id="request-failed" className="hidden target:block">
          <Banner tone="danger" title={words.failed}>
            {words.failedAbout}
          </Banner>
        </div>
        <form
          ref={form}
          method="post"
          action={paths.landing()}
          onSubmit={submit}
          className="grid gap-5 rounded-card bg-card p-5 shadow-card sm:grid-cols-2"
        >
          <TextField label={words.name} name="name" autoComplete="name" required error={problems["name"]} />
          <TextField
            label={words.email}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={problems["email"]}
          />
          <TextField label={words.courseName} name="courseName" required error={problems["courseName"]} />
          <TextField
            label={words.courseLocation}
            name="courseLocation"
            required
            hint={words.locationHint}
            error={problems["courseLocation"]}
          />
          <div className="sm:col-span-2">
            <TextArea label={words.message} name="message" optional maxLength={2000} error={problems["message"]} />
          </div>
          <div className="sm:col-span-2">
            <Button type="submit" size="bay" wide busy={sending && words.sending}>
              {words.send}
            </Button>
          </div>
        </form>
      </div>
    </section>
  );
}
