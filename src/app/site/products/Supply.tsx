type Props = { isAvailable: boolean; standIn: string | null };

/** Whether the button leads where the card says: nothing when it does; a stand-in is named before the button that leads to it. */
export function Supply({ isAvailable, standIn }: Props) {
  if (!isAvailable) return <p className="soft">Not available at the moment.</p>;
  if (!standIn) return null;
  return (
    <p className="soft">
      Not available at the moment. The button leads to <bdi>{standIn}</bdi> instead.
    </p>
  );
}
