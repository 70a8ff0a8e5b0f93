import type { RouteOptions } from 'fastify';

/** Takes any address, so that what is nowhere is told by a page: no way in of its own. */
const ANY = '/*';

/** @returns what finds the methods that an address answers, by the routes that are declared when it is first asked */
export function allowedMethodsOf(declared: readonly RouteOptions[]): (path: string) => string[] {
  let known: { pattern: RegExp; methods: string[] }[] | undefined;
  const read = () =>
    declared
      .filter(({ url }) => url !== ANY)
      .map(({ url, method }) => ({ pattern: patternOf(url), methods: [method].flat() }));
  return (path) => {
    known ??= read();
    return [...new Set(known.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])))].toSorted();
  };
}

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  );
