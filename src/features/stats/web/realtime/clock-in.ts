/** `12:01`, or with seconds `12:01:05`, in a zone. */
export const clockIn = (zone: string | undefined, iso: string, hasSeconds: boolean): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    timeStyle: hasSeconds ? 'medium' : 'short',
  }).format(new Date(iso));
