/** As far as the rows of a list are counted: what has as many or more says so many. */
export const MAX_COUNTED = 200_000;
/** The same while words narrow it: nobody reads on to there, they type another word. */
export const MAX_FOUND = 10_000;
/** The most places that an offer says it is named in. */
export const MAX_USES_TOLD = 100;
