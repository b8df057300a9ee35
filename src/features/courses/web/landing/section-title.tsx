/** The heading of a part of the landing page. */
export function SectionTitle({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="mb-6 text-3xl font-extrabold tracking-tight sm:text-4xl">
      {children}
    </h2>
  );
}
