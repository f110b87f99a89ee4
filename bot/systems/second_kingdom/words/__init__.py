"""Every word The Second Kingdom says, by topic.

Names, texts and mentions come in as they are shown: whoever draws makes them safe first.
"""
