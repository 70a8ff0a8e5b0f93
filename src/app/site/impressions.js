// Tells what came into sight: half of it (or half a screen of it) for a second. On guides these are product cards, on reviews the buttons to
// the shop and the quarters of the text. No page needs this script.
(() => {
  const menu = document.getElementById('menu');
  menu.onclick = (event) => event.target.closest('a') && menu.hidePopover();
  const v = document.querySelector('main').dataset.view;
  if (!v) return;
  let [seen, first] = [0, 1];
  const send = () => {
    if (seen) navigator.sendBeacon('/api/beacon', JSON.stringify(seen));
    seen = 0;
  };
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target: part, intersectionRatio: share, intersectionRect: box } of entries) {
        if (share < 0.5 && box.height < innerHeight / 2) part.wait = clearTimeout(part.wait);
        else
          part.wait ??= setTimeout(() => {
            watch.unobserve(part);
            seen ||= setTimeout(send, 2000) && { v };
            for (const [kind, value] of Object.entries(part.dataset)) (seen[kind + 's'] ??= []).push(+value || value);
            if (seen.places && first) seen.first = first--;
          }, 1000);
      }
    },
    { threshold: [...Array(26).keys()].map((n) => n / 50) },
  );
  document.querySelectorAll('[data-item],[data-place],[data-depth]').forEach((part) => watch.observe(part));
  onpagehide = send;
})();
