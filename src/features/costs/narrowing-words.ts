const OWN = /^param:([a-z][a-z0-9_]{0,31})$/;

/** The alias of a parameter that the source itself sends, of a name such as `param:campaign`. */
export const aliasIn = (param: string): string | undefined => OWN.exec(param)?.[1];

/** Its name as people say it. */
export const narrowingWord = (param: string): string => aliasIn(param) ?? param;
