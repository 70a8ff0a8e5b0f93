/** The name of an own column among those of a report. */
export type OwnName = `own:${number}`;

const OWN_NAME = /^own:[1-9]\d{0,9}$/;
export const ownName = (id: number): OwnName => `own:${id}`;
export const isOwnName = (name: string | undefined): name is OwnName =>
  name !== undefined && OWN_NAME.test(name) && Number(name.slice(4)) <= 2_147_483_647;

/** How many a report shows. */
export const MOST_OWN_SHOWN = 10;
