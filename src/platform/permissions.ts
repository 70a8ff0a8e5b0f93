/** What a person is here. An administrator may do everything; the others what is listed below. */
export const ROLES = ['admin', 'editor', 'analyst'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Record<Role, string> = { admin: 'Administrator', editor: 'Editor', analyst: 'Analyst' };

/** What a route may ask of who calls it, and what a key can be given. */
export const SCOPES = [
  'read:stats',
  'read:content',
  'write:content',
  'read:commerce',
  'write:commerce',
  'write:conversions',
] as const;
export type Scope = (typeof SCOPES)[number];

/** `read:money`: payouts, revenue and cost are told. No route asks for it by name; it comes with a role. */
export type Permission = Scope | 'read:money';

const OF_ROLE: Record<Role, readonly Permission[]> = {
  admin: [...SCOPES, 'read:money'],
  editor: ['read:stats', 'read:content', 'write:content'],
  analyst: ['read:stats', 'read:content', 'read:commerce', 'read:money'],
};

/** What a key can only do together with something else: whoever changes a record is told it. */
export const NEEDED_BESIDE: Partial<Record<Scope, Scope>> = {
  'write:content': 'read:content',
  'write:commerce': 'read:commerce',
  'write:conversions': 'read:commerce',
};

export const permissionsOf = (role: Role): readonly Permission[] => OF_ROLE[role];

/** What a key may do: its scopes, as far as the role of its maker still has them. Only a key to numbers or to offers sees money. */
export function permissionsOfKey(role: Role, scopes: readonly Scope[]): readonly Permission[] {
  const isPaid = scopes.includes('read:stats') || scopes.includes('read:commerce');
  return OF_ROLE[role].filter((one) => (one === 'read:money' ? isPaid : scopes.includes(one)));
}

/**
 * Who may call a route: anybody; whoever is signed in, about their own account; whoever is signed in, with the second factor where their
 * role asks for one; a scope; administrators.
 */
export type Access = 'public' | 'account' | 'signed-in' | Scope | 'admin';

const isScope = (access: Access): access is Scope => (SCOPES as readonly string[]).includes(access);

/**
 * @property isOfMoney numbers that nobody is told who may not see money
 * @property isForPeople of what a person has begun, or has in the drawer, which no key touches
 */
export type Door = { access: Access; isOfMoney?: boolean | undefined; isForPeople?: boolean | undefined };
type Caller = { role: Role; permissions: ReadonlySet<Permission>; isKey: boolean };

/** Keys open what names a scope, and nothing else. */
export const takesKeys = ({ access, isForPeople = false }: Door): boolean => isScope(access) && !isForPeople;

/** Whether a person or a key may come in at all. */
export function isOpenTo(door: Door, { role, permissions, isKey }: Caller): boolean {
  const { access, isOfMoney = false } = door;
  if (access === 'public') return true;
  if (isKey && !takesKeys(door)) return false;
  if (isScope(access)) return permissions.has(access) && (!isOfMoney || permissions.has('read:money'));
  return access !== 'admin' || role === 'admin';
}

/** The roles whose people may come in. */
export const rolesOf = (door: Door): Role[] =>
  ROLES.filter((role) => isOpenTo(door, { role, permissions: new Set(OF_ROLE[role]), isKey: false }));
