/** Starting the free tee time shot. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation } from "wouter";
import { playRoutes } from "#features/play/contract.ts";
import { ApiError, call, messageOf } from "#platform/web/api.ts";
import { paths } from "#platform/web/paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { randomId } from "#platform/web/random-id.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { isOpen } from "./attempt.ts";
import { checkoutWords } from "./checkout-words.ts";
import type { CheckoutProps } from "./checkout.ts";

export function useFreeShot({ checkout, onFinished }: Pick<CheckoutProps, "checkout" | "onFinished">): {
  starting: boolean;
  start: () => void;
} {
  const [, go] = useLocation();
  const queries = useQueryClient();
  const key = useRef<string>(undefined);
  const mutation = useMutation({
    mutationFn: () => {
      const { courseId, bayNumber, teeTime } = checkout.sessionData;
      key.current ??= randomId();
      return call(playRoutes.startFreeShot, { body: { courseId, bayNumber, teeTime }, idempotencyKey: key.current });
    },
    onSuccess: ({ body }) => {
      notify({ title: wordsNow(checkoutWords).freeCreated, description: wordsNow(checkoutWords).freeLuck });
      void queries.invalidateQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
      go(paths.game({ session: body.session.id }), { replace: true });
      onFinished();
    },
    onError: (error) => {
      if (!isOpen(error)) key.current = undefined;
      void queries.invalidateQueries({ queryKey: keyOf(playRoutes.listActiveSessions) });
      const { freeFailed: title } = wordsNow(checkoutWords);
      notify({ title, description: sentenceFor(error), variant: "error", duration: 5000 });
    },
  });
  return { starting: mutation.isPending, start: () => mutation.isPending || mutation.mutate() };
}

/** The server says what the golfer can mend; for the rest the spec has a sentence (section 8). */
function sentenceFor(error: unknown): string {
  const useful = error instanceof ApiError && [400, 409, 429].includes(error.status);
  return useful ? messageOf(error) : wordsNow(checkoutWords).freeUnable;
}
