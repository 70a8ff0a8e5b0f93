import type { Deps } from '../../../platform/server/deps.ts';
import type { Person, PersonInput } from '../contract.ts';
import { createPerson } from './service.ts';

let made = 0;

/** A person as the administrator would make them, with credentials. */
export function buildPerson(deps: Pick<Deps, 'db' | 'clock'>, input: Partial<PersonInput> = {}): Promise<Person> {
  made += 1;
  return createPerson(deps, undefined, { name: `Person ${made}`, credentials: 'RD', ...input });
}
