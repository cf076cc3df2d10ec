"""Plain English sentences, in a fixed order, with every letter as a first letter."""

_BEGINNINGS = (
    "Sorry", "exactly", "I think so", "yes", "yes please", "You are right", "can you see this?",
    "Just a moment", "my train is late", "really? are you sure", "please wait. coming", "no",
    "good morning everybody", "how was your weekend?", "quite so", "u there?", "What a day!",
    "let us talk about it tomorrow", "Great news", "k", "Do not worry", "zero problems here",
    "the build is green again", "xylophone lessons start at six", "very well", "by the way",
)
_REST = (
    "", ", I was in a meeting.", " and I will be back at 2 pm.", ". Shall we meet? Yes or no?",
    "; just join us when you can.", " (see my last mail). Regards, x", ", you know, as always...",
    ". y y y", " - ok?",
)


def sentences(count):
    """Returns `count` sentences, the most varied ones first."""
    every = [first + rest for shift in range(len(_REST)) for index, first in enumerate(_BEGINNINGS)
             for rest in [_REST[(index + shift) % len(_REST)]]]
    return [every[index % len(every)] for index in range(count)]
