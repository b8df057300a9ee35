/** /admin/people/:id: a person's account, with what other rooms know of them. */
import { PersonScreen } from "#features/accounts/web/desk/person-screen.tsx";
import { PersonRecord } from "#features/reports/web/person-record.tsx";

export function PersonPage({ id }: { id: string }) {
  return (
    <PersonScreen key={id} id={id} renderRecord={(person) => <PersonRecord id={person.id} userId={person.userId} />} />
  );
}
