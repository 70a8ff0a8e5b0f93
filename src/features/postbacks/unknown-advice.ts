/** How the key of a network's postback address begins, and how long it is. */
export type KeyHead = { id: number; name: string; head: string; length: number };

export const KEY_HEAD_CHARS = 4;

type Asked = { key_head: string | null; key_length: number | null };
type Meant = { network: { id: number; name: string } | null; advice: string };

const AGAIN =
  'Copy the whole address from its Postback setup into the panel of the network, and ask the network to send again what was lost, or import its file.';

/**
 * Whose address was probably meant, and what to do. A key that begins like that of a network was cut or mistyped on its way; a known click
 * went out to a network, and nobody else knows it.
 * @param ofClick the network that the click of the newest message went out to
 */
export function adviceOn(
  { key_head: head, key_length: length }: Asked,
  keys: readonly KeyHead[],
  ofClick?: KeyHead,
): Meant {
  const own = head === null ? undefined : keys.find((one) => one.head === head);
  if (own) {
    const { id, name } = own;
    return {
      network: { id, name },
      advice: `Its key begins like that of ${name}, ${differs(length ?? 0, own.length)}. ${AGAIN}`,
    };
  }
  if (ofClick) {
    const { id, name } = ofClick;
    return {
      network: { id, name },
      advice: `It names a click that went out to ${name}, so ${name} has another address than it should. ${AGAIN}`,
    };
  }
  if (length === 0) return { network: null, advice: `It has no key: the address was cut before it. ${AGAIN}` };
  if (head !== null && /[{}[\]<>%#]/.test(head))
    return { network: null, advice: `The key is still a placeholder that nobody filled in. ${AGAIN}` };
  return {
    network: null,
    advice:
      'No key of a network begins like this: it was replaced some time ago, belongs to a network that is deleted, or somebody guesses. Where you know the sender, copy the address of its network from Postback setup into its panel again; else there is nothing to do.',
  };
}

function differs(length: number, right: number): string {
  if (length === right) return 'but has another character further on: it was typed, or its letters changed their case';
  const count = Math.abs(length - right);
  const characters = `${count} ${count === 1 ? 'character' : 'characters'}`;
  return length < right
    ? `but is ${characters} short: it was cut`
    : `but has ${characters} too many: something was added`;
}
