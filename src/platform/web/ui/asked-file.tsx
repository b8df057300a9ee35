/** A file of the server's whose query may name a person: then it is fetched, because a link's address would have the name. */
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { ASIDE, askedOf, type RouteDef, type Scalars } from "#platform/shared/route.ts";
import { useAction } from "../action.ts";
import { fileOf, saveFile } from "../save-file.ts";
import { useWords } from "../words.ts";
import { Button, FileLink } from "./button.tsx";
import { listWords } from "./list-words.ts";

interface AskedFileProps {
  route: RouteDef;
  query: Scalars;
  children: ReactNode;
}

/** @example <AskedFile route={claimRoutes.exportClaims} query={{ search: "Ann" }}>CSV</AskedFile> */
export function AskedFile({ route, query, children }: AskedFileProps) {
  const words = useWords(listWords);
  const { url, header } = askedOf(route, {}, query);
  const fetched = useAction({
    run: (asked: string) => fileOf(url, { [ASIDE]: asked }),
    onDone: ({ name, content }) => saveFile(name, content),
    failed: words.fileFailed,
  });
  const looks = { variant: "secondary", size: "small" } as const;
  if (header === undefined)
    return (
      <FileLink {...looks} href={url}>
        {children}
      </FileLink>
    );
  return (
    <Button {...looks} busy={fetched.busy && words.loading} onClick={() => void fetched.start(header)}>
      <Download aria-hidden className="size-5 shrink-0" />
      {children}
    </Button>
  );
}
