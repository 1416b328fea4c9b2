"""Serve: a pack's name in, a page out that shows the pack as it stands on disk and follows every save.

`snapshot` is what a page shows, as values, and the difference of two; `gallery` draws faces, and only those anew that
changed; `watch` tells when files changed; `painter` works in a process of its own, and has a pack checked in another;
`hub` holds what is shown now; `server` has the routes, `guard` who may ask.
"""
