// Stream: the one connection to the server. It is closed while nobody sees the page, and comes back by itself.

const WAITS = [250, 500, 1000, 2000, 4000];

export class Stream {
  constructor(hear, tell) {
    this.hear = hear; // is given each message
    this.tell = tell; // is told whether the server is there
    this.wanted = null;
    this.failed = 0;
    this.timer = 0;
    this.socket = null;
    document.addEventListener("visibilitychange", () => this.seen());
    window.addEventListener("pagehide", () => this.close());
    window.addEventListener("pageshow", () => this.seen());
    window.addEventListener("online", () => this.seen());
    this.seen();
  }

  seen() {
    if (document.visibilityState === "hidden") this.close();
    else if (!this.socket) this.open();
  }

  open() {
    clearTimeout(this.timer);
    const address = new URL("stream", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.failed = 0;
      this.send();
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(event.data);
      if (message.begins) this.tell(true);
      this.hear(message);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.socket) return;
      this.socket = null;
      this.tell(false);
      this.timer = setTimeout(() => this.seen(), WAITS[Math.min(this.failed, WAITS.length - 1)]);
      this.failed += 1;
    });
  }

  close() {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    if (socket) socket.close();
  }

  // Say what the page shows: the languages, and which faces are on the screen.
  want(languages, visible) {
    this.wanted = { languages, visible };
    this.send();
  }

  send() {
    if (this.wanted && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(this.wanted));
  }
}
