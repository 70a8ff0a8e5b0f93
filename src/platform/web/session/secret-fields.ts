const secrets = new WeakMap<object, Set<string>>();

/** What stands in this field of a form is never kept. @param form its `control` */
export function markSecret(form: object, name: string): void {
  secrets.set(form, (secrets.get(form) ?? new Set<string>()).add(name));
}

/** @param form its `control` */
export const isSecret = (form: object, name: string): boolean => secrets.get(form)?.has(name) ?? false;
