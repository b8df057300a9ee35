/** A form to ask for the product at a range. Without scripts the server answers it with a page. */
import { useEffect } from "react";
import { useForm } from "#platform/web/form.ts";
import { whenIdle } from "#platform/web/idle.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { TextArea, TextField } from "#platform/web/ui/field.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { paths } from "#platform/web/paths.ts";
import { useWords } from "#platform/web/words.ts";
import { landingWords } from "./landing-words.ts";
import { SectionTitle } from "./section-title.tsx";

const fetchSender = () => import("./send-request.ts");

export function CourseRequest() {
  const words = useWords(landingWords);
  useEffect(() => whenIdle(() => void fetchSender().catch(() => undefined)), []);
  const failed = () =>
    notify({ title: words.failed, description: words.failedAbout, variant: "error", duration: 5000 });
  const { props, busy, problems } = useForm({
    send: async (form) => {
      const sender = await fetchSender().catch(() => undefined);
      if (!sender) failed();
      const sent = (await sender?.sendRequest(form, failed)) ?? { ok: false, problems: {} };
      if (!sent.ok) return sent;
      notify({ title: words.sent, description: words.sentAbout, duration: 5000 });
      form.reset();
      return sent;
    },
  });
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
          {...props}
          method="post"
          action={paths.landing()}
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
            <Button type="submit" size="bay" wide busy={busy && words.sending}>
              {words.send}
            </Button>
          </div>
        </form>
      </div>
    </section>
  );
}
