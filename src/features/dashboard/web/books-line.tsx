/** One line on the dashboard: when the books were last audited, and the result. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useEffect, useRef } from "react";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { type BooksAudit, dashboardRoutes } from "../contract.ts";
import { TextRoom } from "#platform/web/ui/states.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { useTranslated } from "#platform/web/translate.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { piecesOf } from "./finding.ts";
import { dashboardWords } from "./words.ts";

/** An audit comes once a night. */
const ASK_EVERY_MS = 300_000;

export function BooksLine({ zone }: { zone: string }) {
  const words = useWords(dashboardWords);
  const place = useRef<HTMLDivElement>(null);
  const { data } = useQuery({ ...queryFor(dashboardRoutes.getAudit), refetchInterval: ASK_EVERY_MS });
  const isThere = data !== undefined;
  useEffect(() => {
    const line = place.current;
    if (!line || !isThere || location.hash !== "#books") return undefined;
    // A link from another screen leads here before the line is loaded, and before the screen shows what it has loaded.
    const shown = new ResizeObserver(() => {
      if (line.offsetHeight === 0) return;
      line.scrollIntoView({ block: "center" });
      shown.disconnect();
    });
    shown.observe(line);
    return () => shown.disconnect();
  }, [isThere]);
  if (!data) return <TextRoom />;
  const { audit } = data;
  // The link from 'Needs you' has a place to lead to whatever the audit found.
  return (
    <div ref={place} id="books" className="scroll-mt-24">
      {audit ? <Audited audit={audit} zone={zone} /> : <p className="text-ink-soft">{words.notAudited}</p>}
    </div>
  );
}

function Audited({ audit, zone }: { audit: BooksAudit; zone: string }) {
  const words = useWords(dashboardWords);
  const [language] = useLanguage();
  const translated = useTranslated();
  const { at, faultCount, faults, warnings } = audit;
  const when = momentText(at, zone, language);
  const found = faultCount === 0 ? words.clean : words.faults(faultCount, faultCount.toLocaleString("en-US"));
  const waiting =
    warnings.length === 0 ? "" : `, ${words.warnings(warnings.length, warnings.length.toLocaleString("en-US"))}`;
  const line = words.audited(when, `${found}${waiting}`);
  if (faults.length === 0 && warnings.length === 0) return <p className="text-ink-soft">{line}</p>;
  return (
    <Banner tone={faultCount > 0 ? "danger" : "warning"}>
      <details open={faultCount > 0}>
        <summary>{line}</summary>
        <ul className="mt-2 list-disc pl-5 wrap-anywhere">
          {[...faults, ...warnings].map((sentence) => (
            <li key={sentence}>
              <Finding text={translated(sentence)} zone={zone} />
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}

function Finding({ text, zone }: { text: string; zone: string }) {
  const [language] = useLanguage();
  return piecesOf(text, language).map((piece, index) => {
    const key = `${index} ${piece.text}`;
    if (piece.claimId === undefined)
      return <span key={key}>{piece.at === undefined ? piece.text : momentText(piece.at, zone, language)}</span>;
    return (
      <Link
        key={key}
        href={deskPaths.prizeVerification({ status: "all", claim: piece.claimId })}
        className="underline underline-offset-4"
      >
        {piece.text}
      </Link>
    );
  });
}
