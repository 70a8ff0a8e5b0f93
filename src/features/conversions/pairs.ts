import type { Pairs } from './message.ts';

/** PostgreSQL holds no NUL and no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** The pairs of a raw query string, in order, repeats included. */
export const queryPairs = (raw: string): [string, string][] =>
  [...new URLSearchParams(raw)].map(([key, value]) => [storable(key), storable(value)]);

/** The pairs of a body: a JSON object's plain values (numbers as they were written), else a form. */
export function bodyPairs(body: string): Pairs {
  const text = body.trim();
  if (!text.startsWith('{')) return text.includes('=') ? queryPairs(text) : [];
  const pairs: [string, string][] = [];
  try {
    const keepDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value;
    const parsed = JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown) as Record<string, unknown>;
    for (const [key, value] of Object.entries(parsed))
      if (typeof value === 'string' || typeof value === 'boolean') pairs.push([storable(key), storable(String(value))]);
  } catch {
    return [];
  }
  return pairs;
}
