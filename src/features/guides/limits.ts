/** Rows of a page of the back office's list. */
export const ADMIN_PAGE_SIZE = 25;

/** The most products of one guide. */
export const MAX_ITEMS = 100;

/** The most criteria of one guide. */
export const MAX_CRITERIA = 10;

/** The most pros, and the most cons, of one product. */
export const MAX_POINTS = 8;

/** The most entries of a reader changelog, those that the program wrote among them: years of changes every day. */
export const MAX_CHANGES_IN_ALL = 3000;
