/** A toast, whose code comes after the page stands (main/landing-page.tsx). */
import type { notify } from "#platform/web/ui/toast.tsx";

export function notifyLater(...notice: Parameters<typeof notify>): void {
  void import("#platform/web/ui/toast.tsx").then((toast) => toast.notify(...notice));
}
