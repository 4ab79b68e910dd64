/* The time of play: it runs from the first choice until the puzzle is solved; its button holds it. */

export class Timer {
  // button   shows the time
  constructor(button) {
    this.button = button;
    button.addEventListener("click", () => (this.since === null ? this.begin() : this.hold()));
    setInterval(() => this.#show(), 1000);
    this.reset();
  }

  reset() {
    this.passed = 0;
    this.since = null;
    this.held = false;
    this.#show();
  }

  /** Run, unless it runs or was stopped by its button. */
  touch() {
    if (!this.held && this.since === null) this.begin();
  }

  begin() {
    this.since = performance.now();
    this.held = false;
    this.#show();
  }

  hold() {
    if (this.since !== null) this.passed += performance.now() - this.since;
    this.since = null;
    this.held = this.passed > 0;
    this.#show();
  }

  #show() {
    const passed = this.passed + (this.since === null ? 0 : performance.now() - this.since);
    const seconds = Math.floor(passed / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.button.textContent = time;
    this.button.setAttribute("aria-label", `${time}, ${this.since === null ? "start" : "hold"} the timer`);
    this.button.classList.toggle("held", this.since === null);
  }
}
