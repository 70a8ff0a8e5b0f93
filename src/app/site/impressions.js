// A product card counts as seen when half of it (or half a screen of it) was in view for a second. No page needs this script.
(() => {
  const menu = document.getElementById('menu');
  menu.addEventListener('click', (event) => event.target.closest('a') && menu.hidePopover());
  const v = document.querySelector('main').dataset.view;
  if (!v || !navigator.sendBeacon) return;
  const timers = new Map();
  let items = [];
  const send = () => {
    if (items.length) navigator.sendBeacon('/api/beacon', JSON.stringify({ v, items }));
    items = [];
  };
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, intersectionRect } of entries) {
        if (intersectionRatio < 0.5 && intersectionRect.height < innerHeight / 2) {
          clearTimeout(timers.get(target));
          timers.delete(target);
        } else if (!timers.has(target)) {
          const seen = () => {
            watch.unobserve(target);
            if (items.push(+target.dataset.item) === 1) setTimeout(send, 2000);
          };
          timers.set(target, setTimeout(seen, 1000));
        }
      }
    },
    { threshold: [0, 0.2, 0.3, 0.4, 0.5] },
  );
  document.querySelectorAll('[data-item]').forEach((card) => watch.observe(card));
  addEventListener('pagehide', send);
})();
