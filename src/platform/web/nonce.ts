/** The page's CSP nonce, for styles made at run time; undefined where the page has none (tests). */
export function readNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the attribute and keep the property.
  return meta?.nonce || meta?.getAttribute('nonce') || undefined;
}
