/** What a column says that a narrow window leaves out; only where it is out of the ordinary. */
export function NarrowNote({ children }: { children: string | false }) {
  return children && <span className="block text-ink-soft lg:hidden">{children}</span>;
}
