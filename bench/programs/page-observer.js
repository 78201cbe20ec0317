/** Runs in each page that is measured, before its own scripts: notes what the browser says about its speed. */
{
  /** Longest event of each interaction, by its id. */
  const interactions = new Map();
  const paint = { ms: 0, of: '', shift: 0 };
  const watch = (type, note, options = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', ({ startTime, element }) => {
    paint.ms = startTime;
    paint.of = `${element?.tagName} ${element?.textContent.slice(0, 40)}`;
  });
  watch('layout-shift', ({ hadRecentInput, value }) => {
    if (!hadRecentInput) paint.shift += value;
  });
  watch(
    'event',
    ({ interactionId, name, duration }) => {
      if (!interactionId || duration <= (interactions.get(interactionId)?.ms ?? 0)) return;
      interactions.set(interactionId, { name, ms: duration });
    },
    { durationThreshold: 16 },
  );
  globalThis.observed = {
    paint: () => paint,
    interactions: () => [...interactions.values()],
    /** Resolves with the time at which a selector has this many elements on the screen. */
    shownAt: (selector, count) =>
      new Promise((resolve) => {
        const look = () => {
          if (document.querySelectorAll(selector).length < count) requestAnimationFrame(look);
          // The frame that follows the change has painted it.
          else requestAnimationFrame(() => resolve(performance.now()));
        };
        look();
      }),
    /** Returns the time at which the answer of a call had arrived. */
    answeredAt: (part) =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes(part)).responseEnd,
    /** Resolves with the durations of the frames of the next milliseconds. */
    frames: (milliseconds) =>
      new Promise((resolve) => {
        const times = [];
        const note = (time) => {
          times.push(time);
          if (time - times[0] < milliseconds) requestAnimationFrame(note);
          else resolve(times.slice(1).map((at, frame) => at - times[frame]));
        };
        requestAnimationFrame(note);
      }),
  };
}
