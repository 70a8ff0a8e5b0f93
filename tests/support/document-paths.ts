const PATH = /^[\w.-]+(\/[\w.-]+)*\/?$/;
const FILE = /\.(tsx?|mjs|js|css|json|sql|md)$/;

/**
 * The files and folders that a document names in backticks and that are not there. A path may begin at any folder on its way
 * (`events/contract.ts`); one with a placeholder in braces, and whatever stands in a block of code, is an example.
 * @param files all that there are, from the root of the repository
 */
export function findLostPaths(text: string, files: readonly string[]): string[] {
  const prose = text.replaceAll(/^```[^]*?^```/gm, '');
  const named = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  const paths = named.filter((code) => PATH.test(code) && (code.includes('/') || FILE.test(code)));
  const all = files.map((file) => `/${file}/`);
  return paths.filter((path) => !all.some((file) => file.includes(`/${path.replace(/\/$/, '')}/`)));
}
