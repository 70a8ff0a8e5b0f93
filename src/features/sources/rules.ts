import type { SourceParameter } from './contract.ts';
import { isTokenLike, MASK, saysSecret } from './secrets.ts';

/**
 * A postback template without what may be an account's secret: fixed query values other than plain words, fixed path segments that
 * look like keys. Macros stay, so the masked form can be filled like the real one.
 * @returns secrets: what was cut out, to be cut out of answers too
 */
export function maskTemplate(template: string): { masked: string; secrets: string[] } {
  const secrets: string[] = [];
  const hide = (text: string): string => {
    secrets.push(text);
    return MASK;
  };
  const [, origin = '', path = '', query] = /^(https?:\/\/[^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(template.trim()) ?? [];
  const maskedPath = path
    .split('/')
    .map((segment) => (segment.includes('{') || !isTokenLike(segment) ? segment : hide(segment)))
    .join('/');
  const maskedQuery = query?.split('&').map((pair) => {
    const [key = '', ...rest] = pair.split('=');
    const value = rest.join('=');
    if (value === '' || value.includes('{')) return pair.replace(/^[^={]{25,}$/, hide);
    return !saysSecret(key, value) ? pair : `${key}=${hide(value)}`;
  });
  return { masked: `${origin}${maskedPath}${maskedQuery ? `?${maskedQuery.join('&')}` : ''}`, secrets };
}

type Suffix = {
  click_id_param: string | null;
  click_id_token: string | null;
  parameters: readonly SourceParameter[];
  utm_defaults: Readonly<Record<string, string | undefined>>;
};

/**
 * What is pasted behind an ad URL. The source's tokens stay bare, because it replaces them as text.
 * A parameter that appears twice is written once: the click id first, then the parameters, then the utm values.
 */
export function urlSuffix({
  click_id_param: param,
  click_id_token: token,
  parameters,
  utm_defaults: utm,
}: Suffix): string {
  const query = new Map<string, string>();
  if (param && token) query.set(param, token);
  for (const one of parameters) if (one.token && !query.has(one.param)) query.set(one.param, one.token);
  for (const [key, value] of Object.entries(utm))
    if (value && !query.has(key)) query.set(key, encodeURIComponent(value));
  return [...query].map(([key, value]) => `${key}=${value}`).join('&');
}
