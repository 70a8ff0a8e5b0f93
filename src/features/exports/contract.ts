/** The name of before of `guide_id`, which two tables still have beside it. */
export const FORMER_GUIDE_ID = 'listicle_id';
